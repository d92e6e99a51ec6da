CREATE TABLE "inbox_views" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"filter" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "inbox_views" ADD CONSTRAINT "inbox_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "inbox_views_name" ON "inbox_views" USING btree ("user_id",lower("name"));--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "tickets_updated_at_index" ON "tickets" USING btree ("updated_at");