export const TicketsTab = () => null
