ALTER TABLE "emails" ADD COLUMN "sealed_with" text;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "link_until" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "emails_links" ON "emails" USING btree ("link_until") WHERE "emails"."link_until" is not null;--> statement-breakpoint
-- The hourly sweep removes the links of mails that were sent, and of those whose time is over.
UPDATE "emails" SET "link_until" = "created_at" + CASE "kind" WHEN 'password-reset' THEN interval '30 minutes' WHEN 'team-invitation' THEN interval '7 days' ELSE interval '1 day' END
WHERE "kind" IN ('password-reset', 'staff-invitation', 'team-invitation', 'registration-received', 'email-verification', 'email-change');
