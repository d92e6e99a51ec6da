export type Tone = 'neutral' | 'info' | 'violet' | 'success' | 'warning' | 'danger' | 'accent'

export const surface: Record<Tone, string> = {
  neutral: 'bg-neutral-bg text-neutral-fg',
  info: 'bg-info-bg text-info-fg',
  violet: 'bg-violet-bg text-violet-fg',
  success: 'bg-success-bg text-success-fg',
  warning: 'bg-warning-bg text-warning-fg',
  danger: 'bg-danger-bg text-danger-fg',
  accent: 'bg-accent-soft text-accent',
}

export const solid: Record<Tone, string> = {
  neutral: 'bg-neutral',
  info: 'bg-info',
  violet: 'bg-violet',
  success: 'bg-success',
  warning: 'bg-warning',
  danger: 'bg-danger',
  accent: 'bg-accent',
}

export const ink: Record<Tone, string> = {
  neutral: 'text-neutral',
  info: 'text-info',
  violet: 'text-violet',
  success: 'text-success',
  warning: 'text-warning',
  danger: 'text-danger',
  accent: 'text-accent',
}
