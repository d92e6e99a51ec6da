CREATE TABLE "business_hours" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"clock" text DEFAULT 'business' NOT NULL,
	"days" integer[] DEFAULT '{1,2,3,4,5}' NOT NULL,
	"opens" text DEFAULT '08:00' NOT NULL,
	"closes" text DEFAULT '17:00' NOT NULL,
	"time_zone" text DEFAULT 'Africa/Johannesburg' NOT NULL,
	"skips_holidays" boolean DEFAULT true NOT NULL,
	"closed_days" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "open_spans" (
	"starts_at" timestamp (3) with time zone PRIMARY KEY NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"seconds_before" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "first_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "resolution_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "waited_open_seconds" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "open_spans_seconds_before" ON "open_spans" USING btree ("seconds_before");--> statement-breakpoint
INSERT INTO "business_hours" DEFAULT VALUES;
