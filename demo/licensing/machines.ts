import type { Random } from '#demo/random.ts'

const places = [
  { label: 'Reception', code: 'REC' },
  { label: 'Accounts', code: 'ACC' },
  { label: 'Dispatch', code: 'DSP' },
  { label: 'Workshop', code: 'WRK' },
  { label: 'Weighbridge', code: 'WBR' },
  { label: 'Control room', code: 'CTL' },
  { label: 'Stores', code: 'STO' },
  { label: 'Planning', code: 'PLN' },
  { label: 'Quality', code: 'QLT' },
  { label: 'Gatehouse', code: 'GTE' },
]
const kinds = ['PC', 'laptop', 'workstation']
const systems = ['Windows 11 Pro 24H2', 'Windows 11 Pro 23H2', 'Windows 10 Pro 22H2', 'Windows Server 2022']
const remarks = ['Shared by both shifts', 'Spare machine, second floor', 'On loan until the new one arrives']

/** A computer in a company, the `index`th of them: 'Dispatch laptop 2', known to the network as ACME-DSP-02. */
export function nameMachine(domain: string, index: number, random: Random) {
  const round = 1 + Math.floor(index / places.length)
  const { label, code } = places[index % places.length] ?? random.pick(places)
  return {
    label: `${label} ${random.pick(kinds)} ${round}`,
    description: random.chance(0.3) ? random.pick(remarks) : null,
    deviceName: `${domain.replace(/\..*/, '').toUpperCase()}-${code}-${String(round).padStart(2, '0')}`,
    deviceOs: random.pick(systems),
    deviceFingerprint: random.uuid().toUpperCase(),
  }
}
