/** The same picture as index.html paints before any script. */
export const FullScreenSpinner = () => (
  <output className="boot">
    <i />
    <span>Loading...</span>
  </output>
)
