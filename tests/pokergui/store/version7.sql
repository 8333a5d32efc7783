-- A database of version 7.
BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'hands','001_hands','2026-11-29 12:36:11.228659+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'hands','002_hand_index','2026-11-29 12:36:11.229135+00:00');
INSERT INTO "_sqlite_migrations" VALUES(3,'hands','003_matches','2026-11-29 12:36:11.229803+00:00');
INSERT INTO "_sqlite_migrations" VALUES(4,'hands','004_opponents','2026-11-29 12:36:11.230099+00:00');
INSERT INTO "_sqlite_migrations" VALUES(5,'hands','005_open_hands','2026-11-29 12:36:11.230327+00:00');
INSERT INTO "_sqlite_migrations" VALUES(6,'hands','006_facts','2026-11-29 12:36:11.231378+00:00');
INSERT INTO "_sqlite_migrations" VALUES(7,'hands','007_tournaments','2026-11-29 12:36:11.231593+00:00');
CREATE TABLE "decks" (
   "number" INTEGER PRIMARY KEY NOT NULL,
   "time" TEXT NOT NULL,
   "game" TEXT NOT NULL,
   "hash" TEXT NOT NULL,
   "previous" TEXT NOT NULL,
   "checksum" TEXT NOT NULL
) STRICT;
INSERT INTO "decks" VALUES(1,'2026-11-29T12:36:11.233Z','kuhn','36d391ee22f06808e367f937eb5bbaf99090eaa5a86408d42fed672183fc2b0d','0000000000000000000000000000000000000000000000000000000000000000','31ca7c970d7dfc6619bf755c6043f20b86c85dcc648a8f372f537a88d0e33874');
INSERT INTO "decks" VALUES(2,'2026-11-29T12:36:11.237Z','leduc','2b744eeaf96440bc4b251a19b26a12f078315579f457ebcea1edb5e76019ba6c','31ca7c970d7dfc6619bf755c6043f20b86c85dcc648a8f372f537a88d0e33874','08a3e51909a6f2eabe67417be7344852e610dd2351aa448bf55f537c60f35d84');
INSERT INTO "decks" VALUES(3,'2026-11-29T12:36:11.244Z','holdem-limit','e9b2a4f38d98b080ed1e9d6c180cea74434440de6204bcc028889d5a0f3cd25d','08a3e51909a6f2eabe67417be7344852e610dd2351aa448bf55f537c60f35d84','79bfdc9e03a6b352ccfe769cdb0f1fbdf208c302c193e15d71d274ec02a0f72b');
INSERT INTO "decks" VALUES(4,'2026-11-29T12:36:11.271Z','leduc','afdad8e3553e57e4cb386717c507cc3e4c18e7a7c1641234ca01d1f702802977','79bfdc9e03a6b352ccfe769cdb0f1fbdf208c302c193e15d71d274ec02a0f72b','62344881f056608bfc4d4eb122cb8df93501534869c66bcdc22166e204ae87f1');
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
INSERT INTO "hand_index" VALUES(1,'kuhn','2026-11-29T12:36:11.233Z','play','2026-11-29T12:36:11.234Z','
random
',0,2,1,'player 0
player 1
random
clock cut équité
ks
qs','');
INSERT INTO "hand_index" VALUES(2,'leduc','2026-11-29T12:36:11.233Z','play','2026-11-29T12:36:11.239Z','
random
',1,9,1,'player 0
player 1
random
js
qh','');
INSERT INTO "hand_index" VALUES(3,'holdem-limit','2026-11-29T12:36:11.233Z','play','2026-11-29T12:36:11.245Z','
random
',0,-10,10,'player 0
player 1
random
2s
qc','');
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
INSERT INTO "hands" VALUES(1,1,'2026-11-29T12:36:11.234Z','2026-11-29T12:36:11.233Z','play','kuhn','GAMEDEF
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
','["Player 0","Player 1"]','["","random"]',0,'AsKsQs','56ea349779f827dff157122c19383efe155646bc822297761172f14535ae324c','["As","Ks"]','','rc','[2,-2]','["clock cut équité"]','0000000000000000000000000000000000000000000000000000000000000000','d5ec39e20a8e86cc97ba0844e34dc441cac01017862bbcd1cbb860ef2681c121','');
INSERT INTO "hands" VALUES(2,2,'2026-11-29T12:36:11.239Z','2026-11-29T12:36:11.233Z','play','leduc','GAMEDEF
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
','["Player 0","Player 1"]','["random",""]',1,'QhQsKhAhKsAs','2506236c6856145c35247961c4d3dda157ea8e469c82d25bb0f225d66022f69c','["Qh","Qs"]','Kh','crrc/rrf','[-9,9]','[]','d5ec39e20a8e86cc97ba0844e34dc441cac01017862bbcd1cbb860ef2681c121','3d4bc7044741721723bdac1bca01d684f706dad7beb6b6c887805482e5814f00','');
INSERT INTO "hands" VALUES(3,3,'2026-11-29T12:36:11.245Z','2026-11-29T12:36:11.233Z','play','holdem-limit','GAMEDEF
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
','["Player 0","Player 1"]','["","random"]',0,'2sQcTcJh6d7s4c8c5hAdAs5s2c2h9sKdAhKh6cTdQh3s7cQs4h7d9dJsKc5cAcKsQd3d6h8dTh8hJdTs4d2d3h8s7h6s3c9h9cJc5d4s','fedb473def07a2b51df2d52d14bafbfe6c57efcc74032990615ea765cf0643ff','["2sQc","TcJh"]','','rf','[-10,10]','[]','3d4bc7044741721723bdac1bca01d684f706dad7beb6b6c887805482e5814f00','608ec7a7cb01294e401fe37e7dd64eda5cee182f7e2abe62815735902cdc2c93','');
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
','["bob","ann"]','["",""]',-1,'','d9f31b4893d2669b08c2c95fd7ac8155e5062b23709aa567d1edd7eb9f80d943','[null,null]','2c7dJh','r200c/cr400f','[-200,200]','["#101"]','608ec7a7cb01294e401fe37e7dd64eda5cee182f7e2abe62815735902cdc2c93','63e30cab2a4913022909d737369649b8efc273fbbe6ffb20e3335a5671079b1f','{"symbol":"$","unit":100}');
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
INSERT INTO "match_blocks" VALUES(2,2,0,4,'{"units":2,"chips":[8,-8],"squares":[40.0,40.0],"hands_in":[[2,2],[2,2]],"chips_in":[[2,6],[-6,-2]],"squares_in":[[2.0,26.0],[26.0,2.0]],"counts":[[4,4,4,4,1,0,1,0,0,0,0],[4,4,1,1,0,0,1,0,0,4,1]]}','bc67fc98a38a1d9325c1a0b03a0467ee190eea6cdc0c0a9070963124e91ce6d7','e1973b2b7747b2d9562df892a5cafb503736b6a11b6a2aef8bb5673aa1c66f0a','e89f248ad45c21b03878257f213113161ca4981f7497ad3c437f446d7f86f277',X'0114000000789C2B4AE34A2E2A4AD64F2E0231D20029BE053C78016360646230D63732D6D6060004220121');
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
INSERT INTO "matches" VALUES(1,'2026-11-29T12:36:11.265Z','2026-11-29T12:36:11.233Z','watch','leduc','GAMEDEF
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
','["raise","random"]','["raise","random"]','3',1,8,'0000000000000000000000000000000000000000000000000000000000000000','fcd57d73a0622f5094fbc0861e03e131adced9595d93daa7b8c3b1eb6c28cf6c');
INSERT INTO "matches" VALUES(2,'2026-11-29T12:36:11.269Z','2026-11-29T12:36:11.233Z','tournament','leduc','GAMEDEF
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
','["raise","random"]','["raise","random"]','3',1,1000,'fcd57d73a0622f5094fbc0861e03e131adced9595d93daa7b8c3b1eb6c28cf6c','f93e7b3d08b0b5794b865dd0449a6802161867f710e2b45e2b0766be657a1e55');
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
INSERT INTO "open_hands" VALUES(4,'2026-11-29T12:36:11.271Z','leduc','GAMEDEF
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
','["","random"]',0,'QsAsAhKhKsQh','d4db59a4e829edf7ef8163cc42e25016e2b55004513d2f29ccaf469e520d54e5','','[]','85b3ff8d892008470aa879cb868636e4eced065fe524f87a72cab65207b8c850');
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
INSERT INTO "opponents" VALUES('you','leduc',1,'2026-11-29T12:36:11.253Z','58a78c0e2f70fbfd262a4bbf1f6bacc57cd34bedbdcfa9eace40cb8f0a9634fb','784df9a7fbd552c2cf4af3c40fe5d34324500bcc363658edda6ee959cb3bf0a0',X'18010000000000007B225F5F6D657461646174615F5F223A207B227265636F7264223A20227B5C22666F726D61745F76657273696F6E5C223A20312C205C226B696E645C223A205C226F70706F6E656E745C222C205C2273746174655C223A207B5C22666F726D61745C223A20312C205C226B65795C223A205C226C656475635C227D7D222C2022636F6E74656E745F68617368223A202236303339653863633166363535633338303064393135663462646238613161383863633832303039653236376162613333346132636331386163353666343737227D2C20226E223A207B226474797065223A2022463634222C20227368617065223A205B345D2C2022646174615F6F666673657473223A205B302C2033325D7D7D20202020202020000000000000F03F000000000000F03F000000000000F03F000000000000F03F');
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
INSERT INTO "seal" VALUES(1,4,'62344881f056608bfc4d4eb122cb8df93501534869c66bcdc22166e204ae87f1',4,'63e30cab2a4913022909d737369649b8efc273fbbe6ffb20e3335a5671079b1f',2,'f93e7b3d08b0b5794b865dd0449a6802161867f710e2b45e2b0766be657a1e55',2,'e89f248ad45c21b03878257f213113161ca4981f7497ad3c437f446d7f86f277','c9e02746f1719442f6f927f699210b51d31aa02a82da3766b00cb5276f8fa0bd','a2b8b65263e4b4ccc89eace84a7fac7a44c44d180a1a86b8b2b655bf621c6732');
CREATE TABLE "tournaments" (
   "number" INTEGER PRIMARY KEY NOT NULL,
   "time" TEXT NOT NULL,
   "updated" TEXT NOT NULL,
   "game" TEXT NOT NULL,
   "definition" TEXT NOT NULL,
   "plan" TEXT NOT NULL,
   "state" TEXT NOT NULL,
   "checksum" TEXT NOT NULL
) STRICT;
INSERT INTO "tournaments" VALUES(1,'2026-11-29T12:36:11.268Z','2026-11-29T12:36:11.270Z','leduc','GAMEDEF
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
','{"engines":[{"name":"raise","digest":""},{"name":"random","digest":""}],"gauntlet":false,"hands":1000,"block":4,"seed":"3","clock":10.0}','{"stop":false,"pairs":[{"pair":[0,1],"match":2,"loser":-1,"reason":""}]}','12142ec2a618d8c75c74f677c5b60ec29d0a23dfcce73992794d0aabd4b1e602');
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
PRAGMA user_version = 7;
