/** Text that is markup already. Anything else a template is given is escaped. */
export class Markup {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

type Value = string | Markup | Value[]

const write = (value: Value): string => {
  if (Array.isArray(value)) return value.map(write).join('\n')
  return value instanceof Markup ? value.markup : escape(value)
}

export const html = (strings: TemplateStringsArray, ...values: Value[]) =>
  new Markup(String.raw({ raw: strings }, ...values.map(write)))

/** What people typed on several lines stays on several lines. */
export const lines = (text: string) => text.split(/\r?\n/).map((line, index) => (index ? html`<br />${line}` : line))
