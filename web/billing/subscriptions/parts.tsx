export { CurrentPeriod } from './current-period.tsx'
export { UpcomingFacts } from './upcoming-facts.tsx'
