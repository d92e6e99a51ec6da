export const REASON_FOR_STAFF = 'Only staff can see the reason.'
