ALTER TABLE "versions" ADD COLUMN "publish_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "publishes_as_latest" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "published_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "versions" ALTER COLUMN "published_at" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "withdrawn_reason" text;--> statement-breakpoint
UPDATE "versions" SET "published_at" = "created_at" WHERE "published_at" IS NULL;
