import type { VersionRow } from '#demo/rows/releases.ts'

type Release = Pick<VersionRow, 'architecture' | 'channel' | 'rolloutPercent' | 'minimumVersion'> & {
  version: string
  fileName: string
  size: number
  age: number
  state?: 'latest' | 'withdrawn' | 'draft' | 'scheduled'
  title: string
  description: string
  newFeatures?: string[]
  improvements?: string[]
  bugFixes?: string[]
}

/** Releases of the example vendor. Append only: the position determines the key of the file. */
export const releases: Release[] = [
  {
    version: '4.4.0-beta.1',
    channel: 'beta',
    fileName: 'Setup-4.4.0-beta.1-x64.exe',
    size: 0,
    age: 2,
    title: 'Preview of the route planner',
    description: 'For early testers. Please keep 4.3.0 on computers you depend on.',
    newFeatures: ['Plan the stops of a truck on a map'],
  },
  {
    version: '4.3.0',
    fileName: 'Setup-4.3.0-x64.exe',
    size: 1_992_295,
    age: 12,
    state: 'latest',
    minimumVersion: '4.1.0',
    title: 'Delivery notes on paper and on tablets',
    description:
      'Drivers can sign for a delivery on a tablet, and printouts match the screen. Computers can be updated while they are in use.',
    newFeatures: [
      'Signatures on tablets, stored with the delivery note',
      'A list of the devices that have not synchronized today',
      'Dark theme for night shifts at the weighbridge',
    ],
    improvements: [
      'Starts in half the time on computers with many printers',
      'Search finds batch numbers without their leading zeros',
      'Check-in waits for the network after the computer wakes up',
      'Lists remember their column widths',
    ],
    bugFixes: [
      'Printing a delivery note no longer cuts off the last column',
      'An update no longer stops at 80 % behind a proxy',
      'Totals of months with a clock change are correct again',
      'Names with accents are sorted correctly',
    ],
  },
  {
    version: '4.2.1',
    fileName: 'Setup-4.2.1-x64.exe',
    size: 1_887_437,
    age: 61,
    title: 'Corrections for 4.2',
    description: 'Recommended for everyone who uses 4.2.0.',
    improvements: ['Clearer messages when a license can’t be activated'],
    bugFixes: ['A second monitor is detected again after docking', 'Exports keep their column widths'],
  },
  {
    version: '4.2.0',
    fileName: 'Setup-4.2.0-x64.exe',
    size: 1_883_242,
    age: 75,
    state: 'withdrawn',
    title: 'Several depots in one window',
    description: 'Withdrawn: on computers with two monitors the window may open off screen. Please use 4.2.1.',
    newFeatures: ['Switch between depots without signing in again'],
  },
  {
    version: '4.1.3',
    fileName: 'Setup-4.1.3-x64.zip',
    size: 2_726_297,
    age: 190,
    title: 'Last version for older printers',
    description: 'The last version that supports dot matrix printers. Unpack the archive before you run the setup.',
    bugFixes: ['Form feed after the last page'],
  },
  {
    version: '4.4.0-beta.2',
    channel: 'beta',
    rolloutPercent: 25,
    fileName: 'Setup-4.4.0-beta.2-x64.exe',
    size: 2_014_316,
    age: 1,
    title: 'Second preview of the route planner',
    description: 'Offered to a quarter of the computers on the beta channel, to limit the effect of any problems.',
    newFeatures: ['Drag a stop to another truck'],
    bugFixes: ['The map no longer forgets the depot'],
  },
  {
    version: '4.3.1',
    architecture: 'x64',
    fileName: 'Setup-4.3.1-x64.exe',
    size: 1_993_011,
    age: 0,
    state: 'scheduled',
    title: 'Corrections for 4.3',
    description: 'Recommended for everyone who uses 4.3.0.',
    bugFixes: ['A signature on a tablet is no longer mirrored', 'The dark theme prints on white paper again'],
  },
  {
    version: '4.4.0',
    architecture: 'x64',
    fileName: 'Setup-4.4.0-x64.exe',
    size: 2_017_904,
    age: 0,
    state: 'draft',
    title: 'Route planner',
    description: 'Plan the stops of each truck on a map.',
    newFeatures: ['Plan the stops of a truck on a map', 'Drag a stop to another truck'],
  },
  {
    version: '4.3.0',
    architecture: 'arm64',
    fileName: 'Setup-4.3.0-arm64.exe',
    size: 1_811_204,
    age: 10,
    minimumVersion: '4.1.0',
    title: 'Delivery notes on paper and on tablets',
    description: 'The same as for other computers, for tablets with an ARM processor.',
    newFeatures: ['Signatures on tablets, stored with the delivery note'],
  },
]
