-- Changes of the tables by a stranger's SQL, one in a line.
ALTER TABLE matches RENAME TO m; CREATE VIEW matches AS SELECT 1 AS number
DROP TABLE matches
ALTER TABLE hands RENAME TO h; CREATE TABLE hands (number INTEGER PRIMARY KEY, x)
ALTER TABLE hands RENAME TO h; CREATE VIEW hands AS SELECT * FROM h
ALTER TABLE hands RENAME TO h; CREATE TABLE hands AS SELECT * FROM h
ALTER TABLE hands RENAME COLUMN salt TO pepper
DROP TABLE hand_index
DELETE FROM hand_index WHERE number % 3 = 0
UPDATE hand_index SET big_blind = 0, hero = 0
UPDATE hand_index SET result = 9223372036854775807, hero = 0
DROP TABLE seal
DELETE FROM seal
UPDATE seal SET checksum = 'x'
DROP TABLE _sqlite_migrations
DELETE FROM _sqlite_migrations
DROP TABLE people; CREATE VIEW people AS SELECT 1 AS name, 'x' AS hero, 2 AS checksum
CREATE TRIGGER t AFTER INSERT ON hands BEGIN DELETE FROM hands; END
CREATE TABLE more (x)
CREATE TABLE salvages (number, x)
CREATE VIEW salvages AS SELECT 1
DROP INDEX idx_hand_index_mode
PRAGMA user_version = 1000
PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = 'CREATE' WHERE name = 'hands'
PRAGMA writable_schema = ON; UPDATE sqlite_master SET rootpage = 3 WHERE name = 'hands'
PRAGMA writable_schema = ON; DELETE FROM sqlite_master WHERE name = 'hands'
DELETE FROM hands WHERE number BETWEEN 4 AND 9
DELETE FROM decks WHERE number = 7
DELETE FROM matches
UPDATE hands SET payoffs = '[0,0]' WHERE number % 5 = 0
