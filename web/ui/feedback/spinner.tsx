/** Looks like the one in index.html, which shows before any script runs. */
export const FullScreenSpinner = () => (
  <output className="boot">
    <i />
    <span>Loading...</span>
  </output>
)
