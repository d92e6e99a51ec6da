/** A line of the vendor's bank details. A line like 'Branch code: 250655' has a label. */
export type BankLine = { label: string | null; value: string }

type Payment = { bankDetails: string; reference: string; amount: string }

/** Text for a QR code, because plain transfers have no common code. */
export const paymentCodeText = ({ bankDetails, reference, amount }: Payment) =>
  `${bankDetails}\nReference: ${reference}\nAmount: R${amount}`

export const readBankDetails = (text: string): BankLine[] =>
  text
    .split('\n')
    .map((row) => row.trim())
    .filter((row) => row !== '')
    .map((row) => {
      const [, label, value] = /^([^:]{1,40}):(?!\/\/)\s*(\S.*)$/.exec(row) ?? []
      return label && value ? { label, value } : { label: null, value: row }
    })
