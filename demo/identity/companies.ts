/** Approval and billing status. `applied`: waiting for approval. */
export type CustomerState =
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'canceled'
  | 'trial'
  | 'ended'
  | 'suspended'
  | 'unsubscribed'
  | 'applied'

export type Company = {
  name: string
  domain: string
  phone: string | null
  address: string
  billingType: 'monthly' | 'annual'
  state: CustomerState
  seats: number
  licenses: number
  /** Cents a month. */
  pricePerSeat: number
  /** Months as a customer. */
  months: number
  /** Fixed where other example data depends on it. */
  daysIntoPeriod?: number
}

type Deal = [seats: number, licenses: number, pricePerSeat: number, months: number]
type Terms = Partial<Pick<Company, 'billingType' | 'state' | 'daysIntoPeriod'>>

const company = (name: string, address: string, deal: Deal, terms: Terms = {}) => ({ name, address, deal, terms })

const applied = { state: 'applied' } as const

/** Fictional companies. The first two have known accounts. */
const entries = [
  company('Acme Mining', '12 Shaft Road, Boksburg, 1459', [40, 34, 24950, 18], { daysIntoPeriod: 9 }),
  company('Globex Logistics', '88 Quayside Drive, Durban, 4001', [20, 14, 27500, 15], { daysIntoPeriod: 12 }),
  company('Bokkeveld Agri Supplies', '4 Silo Street, Ceres, 6835', [15, 12, 29900, 18]),
  company('Cederberg Cooling', '21 Voortrek Street, Clanwilliam, 8135', [12, 12, 31000, 14]),
  company('Drakensberg Dairies', '7 Creamery Lane, Estcourt, 3310', [30, 26, 24900, 18], { billingType: 'annual' }),
  company('Erongo Freight Forwarders', '15 Harbour Way, Paarden Eiland, 7405', [25, 21, 26500, 11]),
  company('Fynbos Analytical Laboratories', '3 Sugarbird Close, Somerset West, 7130', [10, 9, 38000, 9], {
    billingType: 'annual',
  }),
  company('Gamtoos Valley Packers', '60 Orchard Road, Patensie, 6335', [18, 15, 28000, 17]),
  company('Highveld Civils', '33 Collier Street, Middelburg, 1050', [45, 38, 23900, 18]),
  company('Impala Ridge Estates', '1 Marula Avenue, Hoedspruit, 1380', [8, 6, 33000, 6]),
  company('Jacaranda Surveyors', '240 Park Street, Pretoria, 0083', [14, 11, 36500, 13]),
  company('Karoo Wind Services', '9 Turbine Road, De Aar, 7000', [22, 19, 27000, 16]),
  company('Langeberg Cellars', '52 Vine Street, Robertson, 6705', [9, 7, 32500, 8], { billingType: 'annual' }),
  company('Magalies Precast', '18 Quarry Road, Brits, 0250', [16, 13, 28500, 12]),
  company('Namaqua Drilling', '5 Copper Street, Springbok, 8240', [20, 18, 26900, 18]),
  company('Outeniqua Timber', '77 Sawmill Road, George, 6529', [12, 8, 30500, 7]),
  company('Pongola Sugar Haulage', '2 Cane Siding, Pongola, 3170', [28, 24, 25500, 18]),
  company('Quiver Tree Solar', '41 Orange Street, Upington, 8801', [5, 4, 0, 4], { state: 'trial' }),
  company('Richtersveld Minerals', '6 Diamond Road, Alexander Bay, 8290', [24, 20, 26000, 16], {
    state: 'past_due',
  }),
  company('Sterkfontein Tooling', '29 Lathe Street, Krugersdorp, 1739', [10, 8, 30000, 10], { state: 'past_due' }),
  company('Tsitsikamma Rail Works', '14 Station Road, Humansdorp, 6300', [16, 14, 27900, 15], { state: 'unpaid' }),
  company('Umngeni Packaging', '90 Carton Road, Pietermaritzburg, 3201', [12, 9, 29500, 9], { state: 'unpaid' }),
  company('Vredefort Seeds', '8 Maize Street, Parys, 9585', [9, 7, 31500, 12], { state: 'canceled' }),
  company('Waterberg Game Lodges', '1 Bushveld Road, Vaalwater, 0530', [7, 5, 34000, 13], {
    state: 'canceled',
    billingType: 'annual',
  }),
  company('Xhariep Transport', '36 Depot Road, Trompsburg, 9913', [11, 9, 29000, 14], { state: 'ended' }),
  company('Yellowwood Property Managers', '17 Oxford Place, East London, 5201', [13, 11, 30900, 13], {
    state: 'suspended',
  }),
  company('Zandvlei Boat Builders', '2 Slipway Road, Muizenberg, 7945', [0, 0, 0, 1], { state: 'unsubscribed' }),
  company('Amandla Security Systems', '65 Rivonia Crescent, Sandton, 2196', [0, 0, 0, 0], applied),
  company('Blouberg Refrigeration', '11 Kite Street, Table View, 7441', [0, 0, 0, 0], applied),
  company('Swartland Grain Traders', '23 Mill Road, Malmesbury, 7300', [0, 0, 0, 0], applied),
]

export const companies = entries.map(({ name, address, deal, terms }, index): Company => {
  const [seats, licenses, pricePerSeat, months] = deal
  const [word = ''] = name.split(' ')
  return {
    name,
    address,
    domain: `${word.toLowerCase()}.example`,
    phone: index % 9 === 8 ? null : `010 555 ${String(100 + index).padStart(4, '0')}`,
    billingType: 'monthly',
    state: 'active',
    seats,
    licenses,
    pricePerSeat,
    months,
    ...terms,
  }
})
