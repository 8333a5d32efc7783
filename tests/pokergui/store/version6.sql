-- A database of version 6.
BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'hands','001_hands','2026-11-29 12:36:10.495676+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'hands','002_hand_index','2026-11-29 12:36:10.496603+00:00');
INSERT INTO "_sqlite_migrations" VALUES(3,'hands','003_matches','2026-11-29 12:36:10.497585+00:00');
INSERT INTO "_sqlite_migrations" VALUES(4,'hands','004_opponents','2026-11-29 12:36:10.497930+00:00');
INSERT INTO "_sqlite_migrations" VALUES(5,'hands','005_open_hands','2026-11-29 12:36:10.498320+00:00');
INSERT INTO "_sqlite_migrations" VALUES(6,'hands','006_facts','2026-11-29 12:36:10.499649+00:00');
CREATE TABLE "decks" (
   "number" INTEGER PRIMARY KEY NOT NULL,
   "time" TEXT NOT NULL,
   "game" TEXT NOT NULL,
   "hash" TEXT NOT NULL,
   "previous" TEXT NOT NULL,
   "checksum" TEXT NOT NULL
) STRICT;
INSERT INTO "decks" VALUES(1,'2026-11-29T12:36:10.502Z','kuhn','f68fbded571f7a7262958ba53b9c042d7c70a615655957b3d3dfa85e8da63623','0000000000000000000000000000000000000000000000000000000000000000','f9cf39c106d271e7637a184386141bd834bc2d05a3489014542385f6bfdcbc44');
INSERT INTO "decks" VALUES(2,'2026-11-29T12:36:10.510Z','leduc','d780a80f4f5ddb8c870c87dd8458b814b7b8c78ef13e33d5fc026386644529ea','f9cf39c106d271e7637a184386141bd834bc2d05a3489014542385f6bfdcbc44','be2cee0f23f23be5a1d96cdde550ca5018d638664161d1351bd9c6730ef26c1c');
INSERT INTO "decks" VALUES(3,'2026-11-29T12:36:10.521Z','holdem-limit','17052f9bc35e344d527da6822b41fd750003130310e257444dea23a49679d513','be2cee0f23f23be5a1d96cdde550ca5018d638664161d1351bd9c6730ef26c1c','5bebcccf64f097d86b4e2bc2f542bf3dd1c07a7b0275f1e93287de6cf4f52605');
INSERT INTO "decks" VALUES(4,'2026-11-29T12:36:10.550Z','leduc','7af1c9c080ae8d937d853dc8906a49e41656d7d1b0702b4f3720fe5f4ff30026','5bebcccf64f097d86b4e2bc2f542bf3dd1c07a7b0275f1e93287de6cf4f52605','ed113e524912ec387e939b3a50cac6f0ff2dd22d2df48b41c5424c86d5ebdea5');
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
INSERT INTO "hand_index" VALUES(1,'kuhn','2026-11-29T12:36:10.501Z','play','2026-11-29T12:36:10.505Z','
random
',0,2,1,'player 0
player 1
random
clock cut équité
ks
js','');
INSERT INTO "hand_index" VALUES(2,'leduc','2026-11-29T12:36:10.501Z','play','2026-11-29T12:36:10.513Z','
random
',1,9,1,'player 0
player 1
random
kh
ks','');
INSERT INTO "hand_index" VALUES(3,'holdem-limit','2026-11-29T12:36:10.501Z','play','2026-11-29T12:36:10.523Z','
random
',0,-10,10,'player 0
player 1
random
9d
ac','');
INSERT INTO "hand_index" VALUES(4,'holdem-nolimit-$0.50/$1','site.txt','imported','2026-05-02T00:00:00.000Z','
bob
',1,200,100,'bob
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
, facts TEXT NOT NULL DEFAULT '') STRICT;
INSERT INTO "hands" VALUES(1,1,'2026-11-29T12:36:10.505Z','2026-11-29T12:36:10.501Z','play','kuhn','GAMEDEF
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
','["Player 0","Player 1"]','["","random"]',0,'AsQsKs','ac36804c79bd87f6f5002e5a1cc951de3b375cadc8d36d16ca41cc866abec8b1','["As","Qs"]','','rc','[2,-2]','["clock cut équité"]','0000000000000000000000000000000000000000000000000000000000000000','364b19d7114f411787f21641d67ec05ef4394ef89178fa8e21a7428a864a8e77','');
INSERT INTO "hands" VALUES(2,2,'2026-11-29T12:36:10.513Z','2026-11-29T12:36:10.501Z','play','leduc','GAMEDEF
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
','["Player 0","Player 1"]','["random",""]',1,'QsAhAsQhKhKs','f47576eba247e1e47db06508c15abb64f6b3ad2bc94a4c1429689eb31fce9e95','["Qs","Ah"]','As','crrc/rrf','[-9,9]','[]','364b19d7114f411787f21641d67ec05ef4394ef89178fa8e21a7428a864a8e77','aa3820d4cf26f685acc2983e5582891b99f79dbe3b28debb7d9e7b483b77aad0','');
INSERT INTO "hands" VALUES(3,3,'2026-11-29T12:36:10.523Z','2026-11-29T12:36:10.501Z','play','holdem-limit','GAMEDEF
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
','["Player 0","Player 1"]','["","random"]',0,'9dAcKs7h3cTh2d5s2cQdJsAh9c6dJd6h7sJc9sKd8hAd4c8d2s8s3d4s5hTs5d4dKhTcTd7cQsQh2h4hKcAs3s3h9h6cQc6s5c7dJh8c','d0b2229b1f35690feb8dc54f854ffaf30bb9e25fd718dd0181a6d42f00bda623','["9dAc","7hKs"]','','rf','[-10,10]','[]','aa3820d4cf26f685acc2983e5582891b99f79dbe3b28debb7d9e7b483b77aad0','91182c0c28260a433646c374bb89b33618b18a55a7dd3e5b64a3bace0fbf1ba0','');
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
','["bob","ann"]','["",""]',-1,'','d9f31b4893d2669b08c2c95fd7ac8155e5062b23709aa567d1edd7eb9f80d943','[null,null]','2c7dJh','r200c/cr400f','[-200,200]','["#101"]','91182c0c28260a433646c374bb89b33618b18a55a7dd3e5b64a3bace0fbf1ba0','ee60df718b4378c526e753ee463a97df8a5a3c205e81c0ba6c72af9c802865a3','{"symbol":"$","unit":100}');
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
INSERT INTO "matches" VALUES(1,'2026-11-29T12:36:10.547Z','2026-11-29T12:36:10.501Z','watch','leduc','GAMEDEF
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
','["raise","random"]','["raise","random"]','3',1,8,'0000000000000000000000000000000000000000000000000000000000000000','cd1f52fe79b749dcce98138291bcdd914043094ab96ca0085af6f21d37c98fd5');
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
INSERT INTO "open_hands" VALUES(4,'2026-11-29T12:36:10.551Z','leduc','GAMEDEF
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
','["","random"]',0,'KhAsQsQhAhKs','bdd22f16e57479a2172d916f8ba279e82f771004c9c09e73d49e051b29dd1864','','[]','88e3a0e600ddb4d8cf8c159abf6f43caaba28c6b987700b3fd5f97f162b1078c');
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
INSERT INTO "opponents" VALUES('you','leduc',1,'2026-11-29T12:36:10.535Z','58a78c0e2f70fbfd262a4bbf1f6bacc57cd34bedbdcfa9eace40cb8f0a9634fb','23e13020768167788ab0268bc525b2f8c7cf30f5737a3cc789bbb627197bf0cb',X'18010000000000007B225F5F6D657461646174615F5F223A207B227265636F7264223A20227B5C22666F726D61745F76657273696F6E5C223A20312C205C226B696E645C223A205C226F70706F6E656E745C222C205C2273746174655C223A207B5C22666F726D61745C223A20312C205C226B65795C223A205C226C656475635C227D7D222C2022636F6E74656E745F68617368223A202236303339653863633166363535633338303064393135663462646238613161383863633832303039653236376162613333346132636331386163353666343737227D2C20226E223A207B226474797065223A2022463634222C20227368617065223A205B345D2C2022646174615F6F666673657473223A205B302C2033325D7D7D20202020202020000000000000F03F000000000000F03F000000000000F03F000000000000F03F');
CREATE TABLE "people" (
   "name" TEXT PRIMARY KEY NOT NULL,
   "hero" INTEGER NOT NULL,
   "checksum" TEXT NOT NULL
) STRICT;
INSERT INTO "people" VALUES('bob',0,'0343f415222626ec98538fe75a6b2c6343b3b65af7974ce11d99d4dbae785d93');
INSERT INTO "people" VALUES('ann',1,'16ec3f61df1d6cf83a971dc1ca797aab242f469d20fad53b55d31d3f16a71537');
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
INSERT INTO "seal" VALUES(1,4,'ed113e524912ec387e939b3a50cac6f0ff2dd22d2df48b41c5424c86d5ebdea5',4,'ee60df718b4378c526e753ee463a97df8a5a3c205e81c0ba6c72af9c802865a3',1,'cd1f52fe79b749dcce98138291bcdd914043094ab96ca0085af6f21d37c98fd5',1,'e1973b2b7747b2d9562df892a5cafb503736b6a11b6a2aef8bb5673aa1c66f0a','00557b3a4270c53352baee833702792b53cc6e5cb803473fd5a038aaaab5234b','ca209afacc6b02a67f01284a0271b1bb58e7130dd8749febae177bef0856d624');
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE INDEX "idx_match_blocks_match_first"
    ON "match_blocks" ("match", "first");
CREATE INDEX "idx_hand_index_game"
    ON "hand_index" ("game");
CREATE INDEX "idx_hand_index_opponents"
    ON "hand_index" ("opponents");
CREATE INDEX "idx_hand_index_mode"
    ON "hand_index" ("mode");
CREATE INDEX idx_hand_index_content ON hand_index (content) WHERE content <> '';
COMMIT;
PRAGMA user_version = 6;
