-- A database of version 3, as it was before opponents were kept in it.
BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'hands','001_hands','2026-11-21 18:10:59.207000+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'hands','002_hand_index','2026-11-21 18:10:59.207504+00:00');
INSERT INTO "_sqlite_migrations" VALUES(3,'hands','003_matches','2026-11-21 18:10:59.208184+00:00');
CREATE TABLE "decks" (
   "number" INTEGER PRIMARY KEY NOT NULL,
   "time" TEXT NOT NULL,
   "game" TEXT NOT NULL,
   "hash" TEXT NOT NULL,
   "previous" TEXT NOT NULL,
   "checksum" TEXT NOT NULL
) STRICT;
INSERT INTO "decks" VALUES(1,'2026-11-21T18:11:02.805Z','kuhn','0918f9d9cd18a6b3ddf900c7795752b1bb01abaefad49ecba52410a8b52e42ea','0000000000000000000000000000000000000000000000000000000000000000','caa0f647d1778a916d33871f64eb3fae8d6dbf5903e70145b30ee93f98aaa09f');
INSERT INTO "decks" VALUES(2,'2026-11-21T18:11:18.609Z','leduc','23cff05400f58747ef8ea8491bf14d3fdc4dccca95d2e0955e6223f805932108','caa0f647d1778a916d33871f64eb3fae8d6dbf5903e70145b30ee93f98aaa09f','2482ee9d554d84b8c58e7dba1cf53c3899c0542accc17f5261a24272b9a25e36');
INSERT INTO "decks" VALUES(3,'2026-11-21T18:11:18.685Z','holdem-limit','896e65009e3f6bc49e4b06febeefe46796ab51af6e3ada9c21cbf9182fcf0656','2482ee9d554d84b8c58e7dba1cf53c3899c0542accc17f5261a24272b9a25e36','3d80939c0b3151ef11a35a8812a92b264a308db7e85d00e7630a7e6c20e07a9b');
CREATE TABLE "hand_index" (
   "number" INTEGER PRIMARY KEY NOT NULL,
   "game" TEXT NOT NULL,
   "session" TEXT NOT NULL,
   "mode" TEXT NOT NULL,
   "time" TEXT NOT NULL,
   "opponents" TEXT NOT NULL,
   "hero" INTEGER NOT NULL,
   "result" INTEGER NOT NULL,
   "big_blind" INTEGER NOT NULL,
   "text" TEXT NOT NULL,
   "content" TEXT NOT NULL
) STRICT;
INSERT INTO "hand_index" VALUES(1,'kuhn','2026-11-21T18:10:59.237Z','play','2026-11-21T18:11:15.948Z','
random
',0,-2,1,'player 0
player 1
random
clock cut équité
js
ks','');
INSERT INTO "hand_index" VALUES(2,'leduc','2026-11-21T18:10:59.237Z','play','2026-11-21T18:11:18.632Z','
random
',1,9,1,'player 0
player 1
random
kh
qs','');
INSERT INTO "hand_index" VALUES(3,'holdem-limit','2026-11-21T18:10:59.237Z','play','2026-11-21T18:11:18.698Z','
random
',0,-10,10,'player 0
player 1
random
4d
ac','');
CREATE TABLE "hands" (
   "number" INTEGER PRIMARY KEY NOT NULL,
   "deck" INTEGER NOT NULL,
   "time" TEXT NOT NULL,
   "session" TEXT NOT NULL,
   "mode" TEXT NOT NULL,
   "game" TEXT NOT NULL,
   "definition" TEXT NOT NULL,
   "players" TEXT NOT NULL,
   "engines" TEXT NOT NULL,
   "hero" INTEGER NOT NULL,
   "cards" TEXT NOT NULL,
   "salt" TEXT NOT NULL,
   "holes" TEXT NOT NULL,
   "board" TEXT NOT NULL,
   "line" TEXT NOT NULL,
   "payoffs" TEXT NOT NULL,
   "notes" TEXT NOT NULL,
   "previous" TEXT NOT NULL,
   "checksum" TEXT NOT NULL
) STRICT;
INSERT INTO "hands" VALUES(1,1,'2026-11-21T18:11:15.948Z','2026-11-21T18:10:59.237Z','play','kuhn','GAMEDEF
limit
numPlayers = 2
numRounds = 1
blind = 1 1
raiseSize = 1
firstPlayer = 1
maxRaises = 1
numSuits = 1
numRanks = 3
numHoleCards = 1
numBoardCards = 0
END GAMEDEF
','["Player 0","Player 1"]','["","random"]',0,'QsAsKs','9c04f6bf58f37c26b9a72b8e92cca8bf22d3807029695278dea3a74df26637aa','["Qs","As"]','','rc','[-2,2]','["clock cut équité"]','0000000000000000000000000000000000000000000000000000000000000000','ac1dac63be368aed980902f2fba1d6b3e2114505dfb557c4822b0ccddecf03f1');
INSERT INTO "hands" VALUES(2,2,'2026-11-21T18:11:18.632Z','2026-11-21T18:10:59.237Z','play','leduc','GAMEDEF
limit
numPlayers = 2
numRounds = 2
blind = 1 1
raiseSize = 2 4
firstPlayer = 1 1
maxRaises = 2 2
numSuits = 2
numRanks = 3
numHoleCards = 1
numBoardCards = 0 1
END GAMEDEF
','["Player 0","Player 1"]','["random",""]',1,'AsAhKsQsQhKh','8656c62a51c51dc20383f48a7d52234be8e7ecb131228a5bcf1e1396e04cd212','["As","Ah"]','Ks','crrc/rrf','[-9,9]','[]','ac1dac63be368aed980902f2fba1d6b3e2114505dfb557c4822b0ccddecf03f1','0a73349612b1a783e145f2dc47a51d8e46a349c7f8b82e8dc36866e7db8a2c9d');
INSERT INTO "hands" VALUES(3,3,'2026-11-21T18:11:18.698Z','2026-11-21T18:10:59.237Z','play','holdem-limit','GAMEDEF
limit
numPlayers = 2
numRounds = 4
blind = 10 5
raiseSize = 10 10 20 20
firstPlayer = 2 1 1 1
maxRaises = 3 4 4 4
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3 1 1
END GAMEDEF
','["Player 0","Player 1"]','["","random"]',0,'4dAcTs9h4h3c5cJd2dAd7d8dKhAs6h5sTd8cQd9s7h9dJh5d4sQc6c5hJs2h6s4cKd8s9cTc7c3dQs6d2c7sAhThKsKcJcQh3h2s3s8h','4a81a075d4d65691912f7cd0a60ae312117858d69f92e48c4e159a86d22660d1','["4dAc","9hTs"]','','rf','[-10,10]','[]','0a73349612b1a783e145f2dc47a51d8e46a349c7f8b82e8dc36866e7db8a2c9d','2f8d65a984abd7a96b133b9a1036c2c4252b8c933234fe89758fc76150eb1fc6');
CREATE TABLE "match_blocks" (
   "number" INTEGER PRIMARY KEY NOT NULL,
   "match" INTEGER NOT NULL,
   "first" INTEGER NOT NULL,
   "hands" INTEGER NOT NULL,
   "tally" TEXT NOT NULL,
   "digest" TEXT NOT NULL,
   "previous" TEXT NOT NULL,
   "checksum" TEXT NOT NULL,
   "data" BLOB NOT NULL
) STRICT;
INSERT INTO "match_blocks" VALUES(1,1,0,20,'{"units":10,"chips":[34,-34],"squares":[692.0,692.0],"hands_in":[[10,10],[10,10]],"chips_in":[[-20,54],[-54,20]],"squares_in":[[418.0,442.0],[442.0,418.0]],"counts":[[20,20,20,20,10,4,10,6,3,7,7],[20,20,15,10,4,2,10,6,3,13,3]]}','59bd54fc78b09aba5e3d00063644241eadda45e316ad381f940399f365caef66','0000000000000000000000000000000000000000000000000000000000000000','725b4aacc6f34c3c2a81ca7dc2763e1113fbfd5d22d04c1b0dee72224c80162e',X'012B000000789C2B4AE34A2E2A4AD64F2E0231D2B8406C2006D2403690092193B9206A808C64180322920C00D494161D780105C1890D00310C02B0F44AFAAC52A42085FD773B3BC6171388046261679E3B2DBD2249B6BB645B4D5A6C95F5035FC905CD');
CREATE TABLE "matches" (
   "number" INTEGER PRIMARY KEY NOT NULL,
   "time" TEXT NOT NULL,
   "session" TEXT NOT NULL,
   "mode" TEXT NOT NULL,
   "game" TEXT NOT NULL,
   "definition" TEXT NOT NULL,
   "engines" TEXT NOT NULL,
   "players" TEXT NOT NULL,
   "seed" TEXT NOT NULL,
   "duplicate" INTEGER NOT NULL,
   "hands" INTEGER NOT NULL,
   "previous" TEXT NOT NULL,
   "checksum" TEXT NOT NULL
) STRICT;
INSERT INTO "matches" VALUES(1,'2026-11-21T18:11:47.617Z','2026-11-21T18:10:59.237Z','watch','leduc','GAMEDEF
limit
numPlayers = 2
numRounds = 2
blind = 1 1
raiseSize = 2 4
firstPlayer = 1 1
maxRaises = 2 2
numSuits = 2
numRanks = 3
numHoleCards = 1
numBoardCards = 0 1
END GAMEDEF
','["raise","random"]','["Raiser","Random walker"]','3',1,20,'0000000000000000000000000000000000000000000000000000000000000000','cb2b948b7e87a98333969cbbb16dcd80dda1f17a2e9106492363402704e61c70');
CREATE TABLE "seal" (
   "id" INTEGER PRIMARY KEY NOT NULL,
   "decks" INTEGER NOT NULL,
   "decks_checksum" TEXT NOT NULL,
   "hands" INTEGER NOT NULL,
   "hands_checksum" TEXT NOT NULL,
   "matches" INTEGER NOT NULL,
   "matches_checksum" TEXT NOT NULL,
   "match_blocks" INTEGER NOT NULL,
   "match_blocks_checksum" TEXT NOT NULL,
   "schema" TEXT NOT NULL,
   "checksum" TEXT NOT NULL
) STRICT;
INSERT INTO "seal" VALUES(1,3,'3d80939c0b3151ef11a35a8812a92b264a308db7e85d00e7630a7e6c20e07a9b',3,'2f8d65a984abd7a96b133b9a1036c2c4252b8c933234fe89758fc76150eb1fc6',1,'cb2b948b7e87a98333969cbbb16dcd80dda1f17a2e9106492363402704e61c70',1,'725b4aacc6f34c3c2a81ca7dc2763e1113fbfd5d22d04c1b0dee72224c80162e','d9e4718de66312e08fd6f461e2a21ccd860e034aa187fcbae93e828428762980','7bb72c1837873b3fc356ba4c0fad8b9a043d4283800a3013c3813577c2822615');
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE INDEX "idx_hand_index_game"
    ON "hand_index" ("game");
CREATE INDEX "idx_hand_index_opponents"
    ON "hand_index" ("opponents");
CREATE INDEX "idx_hand_index_mode"
    ON "hand_index" ("mode");
CREATE INDEX idx_hand_index_content ON hand_index (content) WHERE content <> '';
CREATE INDEX "idx_match_blocks_match_first"
    ON "match_blocks" ("match", "first");
COMMIT;
PRAGMA user_version = 3;
