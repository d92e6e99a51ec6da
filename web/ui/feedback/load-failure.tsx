import { Button } from '#web/ui/button/button.tsx'
import { Alert } from './alert.tsx'

const WENT_WRONG = 'Something went wrong while loading. Please try again.'

export const notLoaded = (what: string) => `Failed to load ${what}. Please try again.`

export const LoadFailure = ({ sentence = WENT_WRONG, retry }: { sentence?: string; retry: () => void }) => (
  <Alert
    tone="danger"
    action={
      <Button size="small" onClick={retry}>
        Try again
      </Button>
    }
  >
    {sentence}
  </Alert>
)
