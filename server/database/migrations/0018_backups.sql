CREATE TABLE "backups" (
	"name" text PRIMARY KEY NOT NULL,
	"place" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"verified_at" timestamp (3) with time zone
);
