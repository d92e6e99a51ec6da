ALTER TABLE "versions" ADD COLUMN "architecture" text DEFAULT 'any' NOT NULL;--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "is_latest_arm64" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "file_facts" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "versions_one_latest_arm64" ON "versions" USING btree ("is_latest_arm64") WHERE "versions"."is_latest_arm64";