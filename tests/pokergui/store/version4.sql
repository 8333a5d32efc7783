-- A database of version 4.
BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'hands','001_hands','2026-11-29 12:36:08.882097+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'hands','002_hand_index','2026-11-29 12:36:08.882630+00:00');
INSERT INTO "_sqlite_migrations" VALUES(3,'hands','003_matches','2026-11-29 12:36:08.883331+00:00');
INSERT INTO "_sqlite_migrations" VALUES(4,'hands','004_opponents','2026-11-29 12:36:08.883585+00:00');
CREATE TABLE "decks" (
   "number" INTEGER PRIMARY KEY NOT NULL,
   "time" TEXT NOT NULL,
   "game" TEXT NOT NULL,
   "hash" TEXT NOT NULL,
   "previous" TEXT NOT NULL,
   "checksum" TEXT NOT NULL
) STRICT;
INSERT INTO "decks" VALUES(1,'2026-11-29T12:36:08.885Z','kuhn','28ccb0c161f109fcc8144fef9ec59115fba1a32cfd9a6137643f73eb6ce495db','0000000000000000000000000000000000000000000000000000000000000000','22346d27c9dc91d5a33ce9a19488e8892ba43ebd1a6a0776cb842ec613d927df');
INSERT INTO "decks" VALUES(2,'2026-11-29T12:36:08.889Z','leduc','f09e5215f6620530b28ee48530ca9e2e483a5453b13b1098f02880bef9059266','22346d27c9dc91d5a33ce9a19488e8892ba43ebd1a6a0776cb842ec613d927df','4ddfc4d8d5af1f755e34e9ac06e36aaa53027a3644fe13adba787500de4b2038');
INSERT INTO "decks" VALUES(3,'2026-11-29T12:36:08.893Z','holdem-limit','4dec823d090cc175ac02653780f7183c8e233eca47ec6530cb04044e37099b58','4ddfc4d8d5af1f755e34e9ac06e36aaa53027a3644fe13adba787500de4b2038','6df31eb203193abd637b9a47a69ff22ecc53e3e9bf82c8ca972cc696f51a208c');
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
INSERT INTO "hand_index" VALUES(1,'kuhn','2026-11-29T12:36:08.885Z','play','2026-11-29T12:36:08.886Z','
random
',0,2,1,'player 0
player 1
random
clock cut équité
qs
js','');
INSERT INTO "hand_index" VALUES(2,'leduc','2026-11-29T12:36:08.885Z','play','2026-11-29T12:36:08.890Z','
random
',1,9,1,'player 0
player 1
random
qh
qs','');
INSERT INTO "hand_index" VALUES(3,'holdem-limit','2026-11-29T12:36:08.885Z','play','2026-11-29T12:36:08.894Z','
random
',0,-10,10,'player 0
player 1
random
4c
6h','');
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
INSERT INTO "hands" VALUES(1,1,'2026-11-29T12:36:08.886Z','2026-11-29T12:36:08.885Z','play','kuhn','GAMEDEF
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
','["Player 0","Player 1"]','["","random"]',0,'KsQsAs','750383f7afb8d00df5b257c3188c49fbc2e3f70cec86d1bd75e14bf240ca7fcd','["Ks","Qs"]','','rc','[2,-2]','["clock cut équité"]','0000000000000000000000000000000000000000000000000000000000000000','77da63b1ddfe7237078457c12ba33e01d80870a08f9cebecbde285d1fa304d2d');
INSERT INTO "hands" VALUES(2,2,'2026-11-29T12:36:08.890Z','2026-11-29T12:36:08.885Z','play','leduc','GAMEDEF
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
','["Player 0","Player 1"]','["random",""]',1,'AhKhKsAsQhQs','a77badad41186f7f8bf95e8b3b7cdaa2e942983ca5bee5553b90e77b21a2a07a','["Ah","Kh"]','Ks','crrc/rrf','[-9,9]','[]','77da63b1ddfe7237078457c12ba33e01d80870a08f9cebecbde285d1fa304d2d','611a08cfaf677516c1a3a87b44143d844fef7cd4da1d43d010f0e2f66a04d3d5');
INSERT INTO "hands" VALUES(3,3,'2026-11-29T12:36:08.894Z','2026-11-29T12:36:08.885Z','play','holdem-limit','GAMEDEF
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
','["Player 0","Player 1"]','["","random"]',0,'6h4c9hQcTh9c2s8dKd6dJd6cQdAs7d9s8sKsJh8h5cTd3s9dQhKc7s4h4s7h2dTcKhTs8cAc2hAd5d5h4d3hJs5sAhQs3d3c2c7cJc6s','b9bd80f8604cf624f528f97ab69fccf889602a50e00e0740cc8cf52a04c29997','["4c6h","9hQc"]','','rf','[-10,10]','[]','611a08cfaf677516c1a3a87b44143d844fef7cd4da1d43d010f0e2f66a04d3d5','dcd21050d6ee94c04269319f3ae55b41b40c1dfce3ac93b045aa705e33f9c4e3');
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
','["bob","ann"]','["",""]',-1,'','d9f31b4893d2669b08c2c95fd7ac8155e5062b23709aa567d1edd7eb9f80d943','[null,null]','2c7dJh','r200c/cr400f','[-200,200]','["#101"]','dcd21050d6ee94c04269319f3ae55b41b40c1dfce3ac93b045aa705e33f9c4e3','28bd930294fde85ed8854cf278fa24de2953165d7cb3e953da6fd06a426e2706');
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
INSERT INTO "matches" VALUES(1,'2026-11-29T12:36:08.912Z','2026-11-29T12:36:08.885Z','watch','leduc','GAMEDEF
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
','["raise","random"]','["raise","random"]','3',1,8,'0000000000000000000000000000000000000000000000000000000000000000','641def774d64de2030a8eedd6ecbdf081ebde22f5fcd1893bb827e3e121f91b8');
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
INSERT INTO "opponents" VALUES('you','leduc',1,'2026-11-29T12:36:08.900Z','58a78c0e2f70fbfd262a4bbf1f6bacc57cd34bedbdcfa9eace40cb8f0a9634fb','d705a73f5d9d2081f35c64218df2627093caefdbe0556738662e9a9cf691e7af',X'18010000000000007B225F5F6D657461646174615F5F223A207B227265636F7264223A20227B5C22666F726D61745F76657273696F6E5C223A20312C205C226B696E645C223A205C226F70706F6E656E745C222C205C2273746174655C223A207B5C22666F726D61745C223A20312C205C226B65795C223A205C226C656475635C227D7D222C2022636F6E74656E745F68617368223A202236303339653863633166363535633338303064393135663462646238613161383863633832303039653236376162613333346132636331386163353666343737227D2C20226E223A207B226474797065223A2022463634222C20227368617065223A205B345D2C2022646174615F6F666673657473223A205B302C2033325D7D7D20202020202020000000000000F03F000000000000F03F000000000000F03F000000000000F03F');
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
INSERT INTO "seal" VALUES(1,3,'6df31eb203193abd637b9a47a69ff22ecc53e3e9bf82c8ca972cc696f51a208c',4,'28bd930294fde85ed8854cf278fa24de2953165d7cb3e953da6fd06a426e2706',1,'641def774d64de2030a8eedd6ecbdf081ebde22f5fcd1893bb827e3e121f91b8',1,'e1973b2b7747b2d9562df892a5cafb503736b6a11b6a2aef8bb5673aa1c66f0a','4dbdda37a24156ca8b51e8244b9e8af48caedfe2de674a35b3551afa18768fbd','58f438cb24114760befdce6dc513c89021aaf801636cfdb2fef3740feb739d82');
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
PRAGMA user_version = 4;
