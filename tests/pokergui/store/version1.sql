-- A database of version 1.
BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'hands','001_hands','2026-11-29 12:36:06.869148+00:00');
CREATE TABLE "decks" (
   "number" INTEGER PRIMARY KEY NOT NULL,
   "time" TEXT NOT NULL,
   "game" TEXT NOT NULL,
   "hash" TEXT NOT NULL,
   "previous" TEXT NOT NULL,
   "checksum" TEXT NOT NULL
) STRICT;
INSERT INTO "decks" VALUES(1,'2026-11-29T12:36:06.870Z','kuhn','f8a9b0708b21d6f10f436b9dca217eba2a1ec26172f700cffa1b7871f464e06e','0000000000000000000000000000000000000000000000000000000000000000','b8e76eb61bfeaac62e22dfc537a55e84f54d18a1e159930ece325c66f3fd2b01');
INSERT INTO "decks" VALUES(2,'2026-11-29T12:36:06.874Z','leduc','82b6d2d538ed5b024c20de94c4c2ce4a871548f83cd222c2efd591d5b7ca1a8a','b8e76eb61bfeaac62e22dfc537a55e84f54d18a1e159930ece325c66f3fd2b01','98e9ac1d2e84d40ce426d126fb48b4d2621fbc16e9d9a52a1843f4af67a1a9a0');
INSERT INTO "decks" VALUES(3,'2026-11-29T12:36:06.877Z','holdem-limit','846c6dd5c88fc2f4106df6df008ff39def2668e2fd3dba21969ab8c2af8ce99b','98e9ac1d2e84d40ce426d126fb48b4d2621fbc16e9d9a52a1843f4af67a1a9a0','c3414aa5aef58f4529c9f3b23a8585c41f45ca871bc250e27f3ebcbd376f06c3');
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
INSERT INTO "hands" VALUES(1,1,'2026-11-29T12:36:06.871Z','2026-11-29T12:36:06.870Z','play','kuhn','GAMEDEF
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
','["Player 0","Player 1"]','["","random"]',0,'KsQsAs','afdfad846103bf6ec228b409236689b5b13c41f596f5866131b1bd2415d34821','["Ks","Qs"]','','rc','[2,-2]','["clock cut équité"]','0000000000000000000000000000000000000000000000000000000000000000','9274144c86386128b8b2307dae4f40a04412a8e6f164c7266c66476a050910f2');
INSERT INTO "hands" VALUES(2,2,'2026-11-29T12:36:06.875Z','2026-11-29T12:36:06.870Z','play','leduc','GAMEDEF
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
','["Player 0","Player 1"]','["random",""]',1,'KhKsQhQsAhAs','7de5d09595e4d740ac0d02aaf4cd051bf2f724f2745d7ec2e4b5b59209ab39ff','["Kh","Ks"]','Qh','crrc/rrf','[-9,9]','[]','9274144c86386128b8b2307dae4f40a04412a8e6f164c7266c66476a050910f2','8ac32fe7917bb539409e3f206ea098784ba6a664243b126955022803e4384938');
INSERT INTO "hands" VALUES(3,3,'2026-11-29T12:36:06.878Z','2026-11-29T12:36:06.870Z','play','holdem-limit','GAMEDEF
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
','["Player 0","Player 1"]','["","random"]',0,'Kd2d5h4cAd2h7s2c3c6c9h7h3d8dKhJhAcThAh2s6hJc3sJs5c3h8s8cKs4h5d7c4sAs5sTs9c6dQdJd9sQcKc6sTc8h9dQh7d4dTdQs','adbd1ab36f2b87615db76f4a0dec39c91f81a11efcbeefbabe623303fe5590df','["2dKd","4c5h"]','','rf','[-10,10]','[]','8ac32fe7917bb539409e3f206ea098784ba6a664243b126955022803e4384938','45312ba029fd513fab3a75b389292ac9855e82af9991a19b04c494728f86a7bc');
CREATE TABLE "seal" (
   "id" INTEGER PRIMARY KEY NOT NULL,
   "decks" INTEGER NOT NULL,
   "decks_checksum" TEXT NOT NULL,
   "hands" INTEGER NOT NULL,
   "hands_checksum" TEXT NOT NULL,
   "schema" TEXT NOT NULL,
   "checksum" TEXT NOT NULL
) STRICT;
INSERT INTO "seal" VALUES(1,3,'c3414aa5aef58f4529c9f3b23a8585c41f45ca871bc250e27f3ebcbd376f06c3',3,'45312ba029fd513fab3a75b389292ac9855e82af9991a19b04c494728f86a7bc','ae863709d283cdf70d9892ac63a3284095d5eec0ea747cb4fd2474246a741295','f17d9595bdad05c16a8ecf1ee1a637a2548d7410baf8b351842aa20de359310b');
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
COMMIT;
PRAGMA user_version = 1;
