import { onDemand } from '#web/ui/dialog/on-demand.tsx'

export const BlockedDomainsCard = onDemand(async () => (await import('./blocked-domains-card.tsx')).BlockedDomainsCard)
