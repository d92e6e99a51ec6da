const SAMPLE = /^(\w+)(\{.*\})? (\S+)$/gm

/** The values of a Prometheus answer by 'name{label="value"}'. */
export const samplesOf = (text: string) =>
  new Map(Array.from(text.matchAll(SAMPLE), ([, name = '', labels = '', value]) => [name + labels, Number(value)]))
