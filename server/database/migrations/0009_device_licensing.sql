CREATE TYPE "public"."release_channel" AS ENUM('stable', 'beta');--> statement-breakpoint
CREATE TYPE "public"."signing_key_status" AS ENUM('current', 'next', 'retired');--> statement-breakpoint
CREATE TABLE "device_moves" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"license_id" uuid NOT NULL,
	"moved_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "enrollment_keys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"label" text NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"hint" text NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"max_uses" integer,
	"uses" integer DEFAULT 0 NOT NULL,
	"paused_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "enrollment_keys_keyHash_unique" UNIQUE("key_hash"),
	CONSTRAINT "enrollment_keys_tenant" UNIQUE("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "file_revocations" (
	"license_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"issued_before" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"status" "signing_key_status" NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"not_after" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "licenses" ADD COLUMN "last_fingerprint_key" text;--> statement-breakpoint
ALTER TABLE "licenses" ADD COLUMN "moves_reset_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "licenses" ADD COLUMN "offline_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "objects" ADD COLUMN "sha512" text;--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "channel" "release_channel" DEFAULT 'stable' NOT NULL;--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "rollout_percent" integer DEFAULT 100 NOT NULL;--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "minimum_version" text;--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "signature" text;--> statement-breakpoint
ALTER TABLE "device_moves" ADD CONSTRAINT "device_moves_organization_id_license_id_licenses_organization_id_id_fk" FOREIGN KEY ("organization_id","license_id") REFERENCES "public"."licenses"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrollment_keys" ADD CONSTRAINT "enrollment_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_revocations" ADD CONSTRAINT "file_revocations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_moves_license_id_moved_at_index" ON "device_moves" USING btree ("license_id","moved_at");--> statement-breakpoint
CREATE INDEX "enrollment_keys_organization_id_created_at_id_index" ON "enrollment_keys" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "enrollment_keys_created_at_id_index" ON "enrollment_keys" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "file_revocations_until_index" ON "file_revocations" USING btree ("until");--> statement-breakpoint
CREATE INDEX "file_revocations_organization_id_index" ON "file_revocations" USING btree ("organization_id");--> statement-breakpoint
CREATE UNIQUE INDEX "signing_keys_one_of_each" ON "signing_keys" USING btree ("status") WHERE "signing_keys"."status" <> 'retired';--> statement-breakpoint
CREATE INDEX "licenses_free" ON "licenses" USING btree ("organization_id","created_at","id") WHERE "licenses"."status" = 'unassigned';--> statement-breakpoint
ALTER TABLE "versions" ADD CONSTRAINT "latest_is_stable" CHECK ("versions"."channel" = 'stable' or not "versions"."is_latest");--> statement-breakpoint
ALTER TABLE "versions" ADD CONSTRAINT "rollout_is_percent" CHECK ("versions"."rollout_percent" between 0 and 100);--> statement-breakpoint
-- One spelling per device: of the two byte orders of a UUID the one that sorts first. A license whose device another one of its
-- organization holds already keeps its spelling: which of the two is meant, people must say.
update "licenses" set "fingerprint_key" = "other" from (
	select "id" as "licensed", regexp_replace("fingerprint_key", '^(..)(..)(..)(..)(..)(..)(..)(..)', '\4\3\2\1\6\5\8\7') as "other"
	from "licenses" where "fingerprint_key" ~ '^[0-9a-f]{32}$'
) as "swapped"
where "id" = "licensed" and "other" < "fingerprint_key" and not exists (
	select from "licenses" "holding" where "holding"."organization_id" = "licenses"."organization_id"
	and "holding"."fingerprint_key" = "other"
);
--> statement-breakpoint
update "licenses" set "last_fingerprint_key" = "fingerprint_key" where "activated_at" is not null;
