ALTER TABLE "customer_profiles" ADD COLUMN "snoozed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "customer_profiles" ADD COLUMN "snoozed_until" timestamp (3) with time zone;