CREATE TABLE "release_packages" (
	"version_id" uuid PRIMARY KEY NOT NULL,
	"object_id" uuid NOT NULL,
	"package_id" text NOT NULL,
	"file_name" text NOT NULL,
	"sha1" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "release_packages" ADD CONSTRAINT "release_packages_version_id_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_packages" ADD CONSTRAINT "release_packages_object_id_objects_id_fk" FOREIGN KEY ("object_id") REFERENCES "public"."objects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "release_packages_object_id_index" ON "release_packages" USING btree ("object_id");--> statement-breakpoint
CREATE INDEX "release_packages_file_name_index" ON "release_packages" USING btree ("file_name");