import { use, useDeferredValue, useState } from 'react'
import { TextareaField } from '#web/ui/form/fields.tsx'
import { FormErrors } from '#web/ui/form/form-state.ts'
import { withoutField } from '#web/ui/form/form-values.ts'
import { ScrollBox } from '#web/ui/table/scroll-box.tsx'
import { Markdown } from '#web/ui/text/markdown.tsx'

const NAME = 'content'

export function ContentField({ written = '' }: { written?: string | undefined }) {
  const [content, setContent] = useState(written)
  const shown = useDeferredValue(content)
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <FormErrors value={useErrorsOnce()}>
        <TextareaField
          name={NAME}
          label="Content"
          help="Markdown is supported"
          rows={14}
          defaultValue={written}
          onChange={(event) => setContent(event.target.value)}
          className="font-mono text-[13px]"
        />
      </FormErrors>
      <div className="grid content-start gap-1.5">
        <p aria-hidden className="font-medium">
          Preview
        </p>
        <ScrollBox label="Preview" className="h-40 rounded-md border bg-card px-3 py-2 lg:h-[18.75rem]">
          {shown.trim() ? <Markdown text={shown} /> : <p className="text-fg2">Your text appears here.</p>}
        </ScrollBox>
      </div>
    </div>
  )
}

/** The title's error also covers missing content, so it is not repeated. */
function useErrorsOnce() {
  const errors = use(FormErrors)
  return errors.title === errors[NAME] ? withoutField(errors, NAME) : errors
}
