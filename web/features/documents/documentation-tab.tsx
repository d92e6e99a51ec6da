export const DocumentationTab = () => null
