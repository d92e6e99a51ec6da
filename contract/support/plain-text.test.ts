import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

test.each([
  ['# Title\n\nText', 'Title Text'],
  ['Title\n=====\n\n- one\n- two\n  1. three', 'Title one two three'],
  ['**bold** and _leaning_ and `code` and ~~gone~~', 'bold and leaning and code and gone'],
  ['a_file_name 2*3 _x_', 'a_file_name 23 x'],
  [
    '[Words](https://example.com "title") ![Picture](/a.png) <https://example.com>',
    'Words Picture https://example.com',
  ],
  ['```powershell\nStart-Process msiexec\n```\n> Quoted', 'Start-Process msiexec Quoted'],
  ['| a | b |\n|---|:-:|\n| 1 | 2 |', 'a b 1 2'],
  ['\\*not leaning\\* C:\\Users', '*not leaning* C:\\Users'],
  ['<b>raw</b> a < b', '<b>raw</b> a < b'],
  ['', ''],
])('of %j people read %j', (markdown, words) => {
  expect(plainText(markdown)).toBe(words)
})

test.each(['[', '![', '[a](', '*', '_', '`', '~', '|', '-', '> ', '\\', '<http:', ' ', '# ', '_a'])(
  'however often %j is repeated, it is read',
  (sign) => {
    // Backtracking would never end here.
    expect(plainText(`${sign.repeat(200_000 / sign.length)}x\n\nThe end`)).toMatch(/The end$/)
  },
)

test('however many underscores are in a word, they are read', () => {
  const word = `a${'_'.repeat(200_000)}b`
  expect(plainText(word)).toBe(word)
})
