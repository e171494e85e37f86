import { Button, IconSize, Spinner, type ButtonProps } from '@blueprintjs/core'

interface SubmitButtonProps extends Omit<ButtonProps, 'loading' | 'type'> {
  /** The request is under way. */
  readonly isBusy: boolean
}

/**
 * The button that sends a form. It shows that a request is under way without being disabled, as Blueprint's `loading`
 * does: a disabled button loses the focus, and Enter in a field of its form does nothing.
 */
export function SubmitButton({ isBusy, icon, ...props }: SubmitButtonProps) {
  return (
    <Button
      intent="primary"
      {...props}
      type="submit"
      icon={isBusy ? <Spinner size={IconSize.STANDARD} /> : icon}
      aria-busy={isBusy}
    />
  )
}
