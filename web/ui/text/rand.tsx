/** '-119760.00' as −R119760.00. Thousands are apart for the eye only: copied and read text has no spaces. */
export function Rand({ amount }: { amount: string }) {
  const [whole = '', cents] = amount.replace('-', '').split('.')
  const [first, ...others] = whole.split(/(?=(?:\d{3})+$)/)
  return (
    <span className="whitespace-nowrap">
      {amount.startsWith('-') ? '−R' : 'R'}
      {first}
      {others.map((group, place) => (
        <span key={place} className="pl-[0.18em]">
          {group}
        </span>
      ))}
      {cents && `.${cents}`}
    </span>
  )
}
