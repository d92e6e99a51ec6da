ALTER TABLE "license_requests" DROP CONSTRAINT "additional_licenses_positive";--> statement-breakpoint
ALTER TABLE "license_requests" ADD CONSTRAINT "additional_licenses_not_zero" CHECK ("license_requests"."additional_licenses" <> 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "license_requests" VALIDATE CONSTRAINT "additional_licenses_not_zero";
