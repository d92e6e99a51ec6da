/** '-499.00' → '−R499.00', '499.00' → 'R499.00' */
export const signedRand = (amount: string) => (amount.startsWith('-') ? `−R${amount.slice(1)}` : `R${amount}`)
