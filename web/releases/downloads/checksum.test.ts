import { expect, test } from 'vitest'
import { checkCommand } from './checksum.tsx'

test.each([
  ['Setup-4.3.0.exe', 'Setup-4.3.0.exe'],
  ['Setup [64] 50%.exe', 'Setup [64] 50%.exe'],
  ['$(calc)"`.exe', '`$(calc)`"``.exe'],
  ['“Setup”.exe', '`“Setup`”.exe'],
])('the command for %s reads a file of that name and runs nothing of it', (fileName, written) => {
  expect(checkCommand(fileName, 'ab12')).toBe(
    `(Get-FileHash -LiteralPath "$HOME\\Downloads\\${written}").Hash -eq "ab12"`,
  )
})
