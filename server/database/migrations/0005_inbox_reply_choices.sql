CREATE TABLE "inbox_reply_choices" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"assigns" boolean NOT NULL,
	"waits" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "inbox_reply_choices" ADD CONSTRAINT "inbox_reply_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;