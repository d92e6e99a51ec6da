CREATE TYPE "public"."loss" AS ENUM('MOVED', 'RELEASED', 'REVOKED');--> statement-breakpoint
CREATE TABLE "lost_devices" (
	"license_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"fingerprint_key" text NOT NULL,
	"device_fingerprint" text NOT NULL,
	"device_token_hash" "bytea",
	"reason" "loss" NOT NULL,
	"lost_at" timestamp (3) with time zone NOT NULL,
	"by_device" boolean NOT NULL,
	"blocks_enrollment" boolean NOT NULL,
	"license_label" text NOT NULL,
	"license_key_hash" "bytea" NOT NULL,
	CONSTRAINT "lost_devices_license_id_fingerprint_key_pk" PRIMARY KEY("license_id","fingerprint_key"),
	CONSTRAINT "lost_devices_deviceTokenHash_unique" UNIQUE("device_token_hash")
);
--> statement-breakpoint
ALTER TABLE "lost_devices" ADD CONSTRAINT "lost_devices_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lost_devices_organization_id_fingerprint_key_index" ON "lost_devices" USING btree ("organization_id","fingerprint_key");