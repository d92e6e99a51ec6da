import { useLayoutEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { LoginForm } from '#contract/identity/session.ts'
import { useSsoStart } from '#web/identity/sso/use-sso-start.ts'
import { useReturnPath } from './use-return-path.ts'

/** For the address in a field, which also says what is wrong with it. */
export function useSsoOfField() {
  const field = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const { start, ...sso } = useSsoStart(useReturnPath())
  useLayoutEffect(() => field.current?.focus(), [])
  const startTyped = () => {
    const { success, data, error } = z.safeParse(LoginForm.shape.email, field.current?.value)
    setProblem(error?.issues[0]?.message)
    if (success) start(data)
    else field.current?.focus()
  }
  return { ...sso, field, problem, solve: () => setProblem(undefined), startTyped }
}
