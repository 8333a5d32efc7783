-- A database of version 5.
BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'hands','001_hands','2026-11-29 12:36:09.550320+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'hands','002_hand_index','2026-11-29 12:36:09.550829+00:00');
INSERT INTO "_sqlite_migrations" VALUES(3,'hands','003_matches','2026-11-29 12:36:09.551516+00:00');
INSERT INTO "_sqlite_migrations" VALUES(4,'hands','004_opponents','2026-11-29 12:36:09.551763+00:00');
INSERT INTO "_sqlite_migrations" VALUES(5,'hands','005_open_hands','2026-11-29 12:36:09.551994+00:00');
CREATE TABLE "decks" (
   "number" INTEGER PRIMARY KEY NOT NULL,
   "time" TEXT NOT NULL,
   "game" TEXT NOT NULL,
   "hash" TEXT NOT NULL,
   "previous" TEXT NOT NULL,
   "checksum" TEXT NOT NULL
) STRICT;
INSERT INTO "decks" VALUES(1,'2026-11-29T12:36:09.558Z','kuhn','8154e5c791818396a547d07b213770eb49910bad89c9bded95a84a56fc8cd4a7','0000000000000000000000000000000000000000000000000000000000000000','d373f94412cad00f54f0f98030b686a17bb381c18979e45cd456be600579d7ae');
INSERT INTO "decks" VALUES(2,'2026-11-29T12:36:09.563Z','leduc','7d154949bf649c89e02883c835b719898dbbb275f46ee3b6fd1c3545ec0bce3c','d373f94412cad00f54f0f98030b686a17bb381c18979e45cd456be600579d7ae','4e80b39eea764dadbd7f1d015e62d235b99fd28bd19e7a9d4657f1d8027dc14d');
INSERT INTO "decks" VALUES(3,'2026-11-29T12:36:09.569Z','holdem-limit','e3a7577b4762ee13d156095a74d7ef80ed8c03b86993ee1e1eefbdf2bf8dc7b6','4e80b39eea764dadbd7f1d015e62d235b99fd28bd19e7a9d4657f1d8027dc14d','199141bb2d3e211d5d6df79e9bd1f8e18a3ab38a0947fb2d90d636c0103681d4');
INSERT INTO "decks" VALUES(4,'2026-11-29T12:36:09.591Z','leduc','78a472a0ebf0c65e0ef52ce307dcc9dcbe75e4114e433f1ab6ac71afa2576dda','199141bb2d3e211d5d6df79e9bd1f8e18a3ab38a0947fb2d90d636c0103681d4','6581ed94b4dcc932c9d1517801f5c2111935d2eca59339a8f5769faf2da859d9');
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
INSERT INTO "hand_index" VALUES(1,'kuhn','2026-11-29T12:36:09.558Z','play','2026-11-29T12:36:09.560Z','
random
',0,2,1,'player 0
player 1
random
clock cut équité
ks
qs','');
INSERT INTO "hand_index" VALUES(2,'leduc','2026-11-29T12:36:09.558Z','play','2026-11-29T12:36:09.564Z','
random
',1,9,1,'player 0
player 1
random
qh
kh','');
INSERT INTO "hand_index" VALUES(3,'holdem-limit','2026-11-29T12:36:09.558Z','play','2026-11-29T12:36:09.570Z','
random
',0,-10,10,'player 0
player 1
random
3c
tc','');
INSERT INTO "hand_index" VALUES(4,'holdem-nolimit@100','site.txt','imported','2026-05-02T00:00:00.000Z','
bob
ann
',-1,0,100,'bob
ann
#101
2c
7d
jh','d9f31b4893d2669b08c2c95fd7ac8155e5062b23709aa567d1edd7eb9f80d943');
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
INSERT INTO "hands" VALUES(1,1,'2026-11-29T12:36:09.560Z','2026-11-29T12:36:09.558Z','play','kuhn','GAMEDEF
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
','["Player 0","Player 1"]','["","random"]',0,'AsKsQs','d88fbfc04787f228976e5e05c67e3f621ddc137ba2e6fb80607226098c252a88','["As","Ks"]','','rc','[2,-2]','["clock cut équité"]','0000000000000000000000000000000000000000000000000000000000000000','43ba731ca97288769067e1655ab86491c5e5a4f612fd18b4d375b310cab2858f');
INSERT INTO "hands" VALUES(2,2,'2026-11-29T12:36:09.564Z','2026-11-29T12:36:09.558Z','play','leduc','GAMEDEF
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
','["Player 0","Player 1"]','["random",""]',1,'QsKhAhAsKsQh','f02f4eb45a36b5f3ed4577a9cb004da7466a8eb2f288ec8a4863f992658bdf1a','["Qs","Kh"]','Ah','crrc/rrf','[-9,9]','[]','43ba731ca97288769067e1655ab86491c5e5a4f612fd18b4d375b310cab2858f','8384080a8d6372272a4c9c0733c1b8a6466e2a7c2ba2f0e2fe8426e7dbfc5c06');
INSERT INTO "hands" VALUES(3,3,'2026-11-29T12:36:09.570Z','2026-11-29T12:36:09.558Z','play','holdem-limit','GAMEDEF
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
','["Player 0","Player 1"]','["","random"]',0,'3cTc6s5s7sTd6cKcAc2d4h9hJs5cKsJh3hTsQc2h7c9c6h5d8hAh9dKh5h8c8dQdJc7d3sAd9s2cThQh7hAs2s6dQsKd4c4sJd3d8s4d','30e3c5215536463b48357af5b172212d1f402fd5b8f092fbdfaf5da23ea85a24','["3cTc","5s6s"]','','rf','[-10,10]','[]','8384080a8d6372272a4c9c0733c1b8a6466e2a7c2ba2f0e2fe8426e7dbfc5c06','b20a06536585f370af51156c2ad91e36ce25792626d909fbf7cf9ffe2a1b7dcc');
INSERT INTO "hands" VALUES(4,0,'2026-05-02T00:00:00.000Z','site.txt','imported','holdem-nolimit@100','GAMEDEF
nolimit
numPlayers = 2
numRounds = 4
stack = 10000 10000
blind = 100 50
firstPlayer = 2 1 1 1
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3 1 1
END GAMEDEF
','["bob","ann"]','["",""]',-1,'','d9f31b4893d2669b08c2c95fd7ac8155e5062b23709aa567d1edd7eb9f80d943','[null,null]','2c7dJh','r200c/cr400f','[-200,200]','["#101"]','b20a06536585f370af51156c2ad91e36ce25792626d909fbf7cf9ffe2a1b7dcc','1b93db03212d9946576efe3e4e45b8f6f4fec63f21e5617619e176147ccf8c54');
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
INSERT INTO "match_blocks" VALUES(1,1,0,8,'{"units":4,"chips":[2,-2],"squares":[156.0,156.0],"hands_in":[[4,4],[4,4]],"chips_in":[[-10,12],[-12,10]],"squares_in":[[172.0,44.0],[44.0,172.0]],"counts":[[8,8,8,8,2,1,2,1,0,2,2],[8,8,4,4,1,0,2,1,1,6,2]]}','49422e77734a1942ed079552821e7f39753ab0e63c74da9b7200db8d6b45d511','0000000000000000000000000000000000000000000000000000000000000000','e1973b2b7747b2d9562df892a5cafb503736b6a11b6a2aef8bb5673aa1c66f0a',X'011B000000789C2B4AE34A2E2A4AD64F2E0231D2B8406C2006D2690081D409577801636064626066616130D6D7D7323236D2D3D636D607000F710247');
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
INSERT INTO "matches" VALUES(1,'2026-11-29T12:36:09.588Z','2026-11-29T12:36:09.558Z','watch','leduc','GAMEDEF
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
','["raise","random"]','["raise","random"]','3',1,8,'0000000000000000000000000000000000000000000000000000000000000000','effc22ea74e75352414156ba25dfac6067540df4cb2ffcba2353ee570903da9b');
CREATE TABLE "open_hands" (
   "deck" INTEGER PRIMARY KEY NOT NULL,
   "time" TEXT NOT NULL,
   "game" TEXT NOT NULL,
   "definition" TEXT NOT NULL,
   "engines" TEXT NOT NULL,
   "hero" INTEGER NOT NULL,
   "cards" TEXT NOT NULL,
   "salt" TEXT NOT NULL,
   "line" TEXT NOT NULL,
   "notes" TEXT NOT NULL,
   "checksum" TEXT NOT NULL
) STRICT;
INSERT INTO "open_hands" VALUES(4,'2026-11-29T12:36:09.591Z','leduc','GAMEDEF
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
','["","random"]',0,'KsQhAsAhQsKh','fd310584acfb6a832bda152187b22627c6f1dc6220f720e40436d1d974e7e087','','[]','d99d0318479259ee3f7177a49746619031483220443bbcbaa8f7324d0e023608');
CREATE TABLE "opponents" (
   "name" TEXT NOT NULL,
   "family" TEXT NOT NULL,
   "hands" INTEGER NOT NULL,
   "updated" TEXT NOT NULL,
   "digest" TEXT NOT NULL,
   "checksum" TEXT NOT NULL,
   "data" BLOB NOT NULL,
   PRIMARY KEY ("name", "family")
) STRICT;
INSERT INTO "opponents" VALUES('you','leduc',1,'2026-11-29T12:36:09.577Z','58a78c0e2f70fbfd262a4bbf1f6bacc57cd34bedbdcfa9eace40cb8f0a9634fb','3f1156a8615082060824bf69abce1395e913d7e6208df4e13b00d43d26e0d24a',X'18010000000000007B225F5F6D657461646174615F5F223A207B227265636F7264223A20227B5C22666F726D61745F76657273696F6E5C223A20312C205C226B696E645C223A205C226F70706F6E656E745C222C205C2273746174655C223A207B5C22666F726D61745C223A20312C205C226B65795C223A205C226C656475635C227D7D222C2022636F6E74656E745F68617368223A202236303339653863633166363535633338303064393135663462646238613161383863633832303039653236376162613333346132636331386163353666343737227D2C20226E223A207B226474797065223A2022463634222C20227368617065223A205B345D2C2022646174615F6F666673657473223A205B302C2033325D7D7D20202020202020000000000000F03F000000000000F03F000000000000F03F000000000000F03F');
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
INSERT INTO "seal" VALUES(1,4,'6581ed94b4dcc932c9d1517801f5c2111935d2eca59339a8f5769faf2da859d9',4,'1b93db03212d9946576efe3e4e45b8f6f4fec63f21e5617619e176147ccf8c54',1,'effc22ea74e75352414156ba25dfac6067540df4cb2ffcba2353ee570903da9b',1,'e1973b2b7747b2d9562df892a5cafb503736b6a11b6a2aef8bb5673aa1c66f0a','e3932b3fd4996dcda4b867aa2330d47444639fb0db2d3b49b8c3df7c906c981e','a8bb88a6633193865624c7d1dc40faf46e092015a6c411f568d3ce443c85fb54');
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
PRAGMA user_version = 5;
