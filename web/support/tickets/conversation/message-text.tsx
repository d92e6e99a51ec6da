import { linksIn } from './message-links.ts'

/** What a person wrote: its line breaks stay, its web addresses can be followed, everything else is plain text. */
export const MessageText = ({ text }: { text: string }) => (
  <p className="wrap-anywhere whitespace-pre-wrap">
    {linksIn(text).map(({ text: part, url }, place) =>
      url ? (
        <a key={place} href={url} target="_blank" rel="noreferrer nofollow" className="text-accent underline">
          {part}
        </a>
      ) : (
        part
      ),
    )}
  </p>
)
