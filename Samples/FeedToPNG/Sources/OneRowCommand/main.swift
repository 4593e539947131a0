import OneRow

for line in try await oneRow() { print(line) }
