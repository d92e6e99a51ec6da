export { CodeStep } from './code-step.tsx'
export { SignInForm } from './sign-in-form.tsx'
