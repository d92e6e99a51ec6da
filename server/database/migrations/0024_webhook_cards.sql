ALTER TYPE "public"."webhook_format" ADD VALUE 'teams' AFTER 'text';
