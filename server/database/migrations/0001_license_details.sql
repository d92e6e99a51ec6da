ALTER TABLE "check_ins" ADD COLUMN "days" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "versions" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "licenses" ADD COLUMN "tags" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "licenses_tagged" ON "licenses" USING btree ("organization_id") WHERE "licenses"."tags" <> '{}';