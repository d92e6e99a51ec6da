export { SsoCard } from './sso-card.tsx'
