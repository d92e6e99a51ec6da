/** A line of PowerShell that compares the file in the Downloads folder: True or False. */
export const checkCommand = (fileName: string, sha256: string) =>
  `(Get-FileHash -LiteralPath "$HOME\\Downloads\\${quoted(fileName)}").Hash -eq "${sha256}"`

/** Inside double quotes these characters mean something to PowerShell, unless a backtick stands before them. */
const quoted = (text: string) => text.replace(/["`$“”„]/g, '`$&')
