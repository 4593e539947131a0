import Cards

try await cardApplication().runService()
