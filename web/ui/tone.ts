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
  neutral: 'bg-neutral forced-color-adjust-none',
  info: 'bg-info forced-color-adjust-none',
  violet: 'bg-violet forced-color-adjust-none',
  success: 'bg-success forced-color-adjust-none',
  warning: 'bg-warning forced-color-adjust-none',
  danger: 'bg-danger forced-color-adjust-none',
  accent: 'bg-accent forced-color-adjust-none',
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
